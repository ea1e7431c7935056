// Says which pictures there are to be looked at.

import { existsSync, readdirSync } from 'node:fs';
import { OUT } from './kit';

export default function list(): void {
  const pictures = existsSync(OUT)
    ? readdirSync(OUT)
        .filter((name) => name.endsWith('.png'))
        .sort()
    : [];
  console.log(
    `\n${pictures.length} pictures of screens in web/out:\n${pictures.map((name) => `  ${name}`).join('\n')}`,
  );
}
