import { killPublishing } from './kills.ts';

const [kills = 0] = process.argv.slice(2).map(Number);
const found = await killPublishing(kills, Math.random);
console.log(`${found.kills} kills, ${found.editions} new editions`);
for (const line of found.wrong) console.log(line);
if (found.wrong.length > 0) process.exitCode = 1;
