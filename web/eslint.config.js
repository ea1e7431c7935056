// Few rules, each for faults that neither the compiler nor the formatter sees.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const unused = { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true };

export default defineConfig(
  { ignores: ['dist', 'out', 'test-results', 'src/protocol'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', unused],
      // A set that lives for one calculation need not be watched.
      'svelte/prefer-svelte-reactivity': 'off',
      // The formatter itself writes {' '} where a line ends in a space.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  // As in Rust (functions.rs of our tidy).
  { files: ['src/**/*.ts'], rules: { 'max-lines-per-function': ['error', { max: 80 }] } },
  // Drawings of our own become markup here and nowhere else.
  { files: ['src/art/**'], rules: { 'svelte/no-at-html-tags': 'off' } },
  // Tests read messages as they come from the wire.
  { files: ['tests/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
);
