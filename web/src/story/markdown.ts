// Help texts are Markdown of a small kind: headings, paragraphs, lists, tables, bold and code. They are read into plain
// blocks and shown as text; nothing is ever put into the page as markup.

export type Span = { text: string; strong?: boolean; code?: boolean };
export type Block =
  | { type: 'heading'; level: number; spans: Span[] }
  | { type: 'paragraph'; spans: Span[] }
  | { type: 'list'; items: Span[][] }
  | { type: 'table'; head: Span[][]; rows: Span[][][] }
  | { type: 'code'; text: string };

export function spansOf(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (part.startsWith('**')) return { text: part.slice(2, -2), strong: true };
      if (part.startsWith('`')) return { text: part.slice(1, -1), code: true };
      return { text: part };
    });
}

function cells(line: string): Span[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spansOf(cell.trim()));
}

/** The blocks of a text. Scenarios are for machines and left out. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replaceAll('\r', '').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const fence = /^```(\w*)/.exec(line);
    if (fence) {
      const code: string[] = [];
      while (++i < lines.length && !lines[i]!.startsWith('```')) code.push(lines[i]!);
      if (fence[1] !== 'scenario') blocks.push({ type: 'code', text: code.join('\n') });
      continue;
    }
    const heading = /^(#{1,6}) +(.*)/.exec(line);
    if (heading) {
      blocks.push({ type: 'heading', level: heading[1]!.length, spans: spansOf(heading[2]!) });
      continue;
    }
    if (line.trim().startsWith('|')) {
      const rows: string[] = [];
      while (i < lines.length && lines[i]!.trim().startsWith('|')) rows.push(lines[i++]!);
      i -= 1;
      const body = rows.slice(1).filter((row) => !/^\|[\s:|-]+\|?$/.test(row.trim()));
      blocks.push({ type: 'table', head: cells(rows[0]!), rows: body.map(cells) });
      continue;
    }
    if (/^[-*] /.test(line)) {
      const items: string[] = [];
      for (; i < lines.length && lines[i]!.trim() !== ''; i++) {
        if (/^[-*] /.test(lines[i]!)) items.push(lines[i]!.slice(2));
        else if (items.length > 0) items[items.length - 1] += ` ${lines[i]!.trim()}`;
      }
      blocks.push({ type: 'list', items: items.map(spansOf) });
      continue;
    }
    if (line.trim() === '') continue;
    const words: string[] = [];
    for (; i < lines.length && lines[i]!.trim() !== '' && !/^(#{1,6} |```|[-*] |\|)/.test(lines[i]!); i++)
      words.push(lines[i]!.trim());
    i -= 1;
    blocks.push({ type: 'paragraph', spans: spansOf(words.join(' ')) });
  }
  return blocks;
}
