// Kills a server under load again and again and looks for what it lost: node tools/crash.mjs [--rounds N] [--seed S]
import { runAttack } from './run-attack.mjs';

runAttack('crash', { rounds: 'BINNACLE_CRASH_ROUNDS', seed: 'BINNACLE_CRASH_SEED' });
