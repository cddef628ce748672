#!/usr/bin/env node
// Lists wording that the field has standard terms for, in documents, comments and strings:
//   node tools/language.mjs [FOLDER...]      the done folders by default
import { findingsIn } from './language/check.mjs';
import { DONE } from './language/dialect.mjs';

const named = process.argv.slice(2);
const findings = findingsIn(named.length > 0 ? named : DONE);
for (const { file, line, kind, words, instead, text } of findings) {
  console.log(`${file}:${line}: ${kind}: "${words}": ${instead}\n    ${text.slice(0, 160)}`);
}
console.log(`${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
