// Kills a server under load again and again and looks for what it lost: node tools/crash.mjs [--rounds N] [--seed S]
import { runAttack } from './run-attack.mjs';

runAttack('crash', { rounds: 'TEST_CRASH_ROUNDS', seed: 'TEST_CRASH_SEED' });
