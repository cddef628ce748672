#!/usr/bin/env node
// Checks the house rules that no linter knows: file names, comments on exports, the size of suites, the marks of the
// plugin API and the subjects of commits:
//   node tools/structure.mjs
import { exportFaults, fileNameFaults, suiteFaults } from './structure/files.mjs';
import { subjectFaults } from './structure/commits.mjs';
import { pluginApiFaults } from './structure/plugin-api.mjs';

const faults = [...fileNameFaults(), ...exportFaults(), ...suiteFaults(), ...pluginApiFaults(), ...subjectFaults()];
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
