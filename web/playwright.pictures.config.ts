// Pictures for the documentation are taken by `cargo xtask picture`, in the browser of the tests.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

const { use, timeout, reporter, outputDir } = tests;
export default defineConfig({ use, timeout, reporter, outputDir, testDir: 'tests/pictures' });
