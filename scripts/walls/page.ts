/** The table of walls as docs/architecture.md shows it. */
import type { Walls } from './table.ts';

export const pageFile = 'docs/architecture.md';

const begin = '<!-- walls: made of scripts/walls/table.ts by `npm run walls -- --write` -->';
const end = '<!-- /walls -->';

/**
 * The page with its table renewed.
 *
 * @throws RangeError when the page has no place for it.
 */
export function withTable(page: string, walls: Walls): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new RangeError(`${pageFile} has no lines '${begin}' and '${end}'`);
  return `${page.slice(0, from + begin.length)}\n\n${table(walls)}\n\n${page.slice(to)}`;
}

function table(walls: Walls): string {
  const code = (names: readonly string[] = []): string =>
    names.map((name) => `\`${name.replace(/^src\//, '')}\``).join(', ');
  return [
    '| room | rooms it may import | packages | modules of Node | what it is |',
    '|---|---|---|---|---|',
    ...Object.entries(walls).map(
      ([room, { rooms, packages, builtins, why }]) =>
        `| \`${room.replace(/^src\//, '')}\` | ${code(rooms)} | ${code(packages)} | ${code(builtins)} | ${why} |`,
    ),
  ].join('\n');
}
