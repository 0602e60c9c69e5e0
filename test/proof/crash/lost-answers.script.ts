/** npm run proof -- lost-answers [rounds] */
import { loseAnswers } from './lost-answers.ts';

const { rounds, wrong } = await loseAnswers(Number(process.argv[2]));
for (const line of wrong) console.log(line);
console.log(`${rounds} answers lost, ${wrong.length} things wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;
