// Sends odd requests over both protocols and prints the seed of what it finds:
// node tools/fuzz.mjs [--requests N] [--minutes M] [--seed S]
//   --minutes  for so long, instead of a number of requests
import { runAttack } from './run-attack.mjs';

runAttack('fuzz', {
  requests: 'TEST_FUZZ_REQUESTS',
  minutes: 'TEST_FUZZ_MINUTES',
  seed: 'TEST_FUZZ_SEED',
});
