// Sends odd requests over both protocols and prints the seed of what it finds:
// node tools/fuzz.mjs [--requests N] [--minutes M] [--seed S]
//   --minutes  for so long, instead of a number of requests
import { runAttack } from './run-attack.mjs';

runAttack('fuzz', {
  requests: 'BINNACLE_FUZZ_REQUESTS',
  minutes: 'BINNACLE_FUZZ_MINUTES',
  seed: 'BINNACLE_FUZZ_SEED',
});
