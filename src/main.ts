#!/usr/bin/env node
import {
  economizeStart,
  keepCompiledCode,
  loadNodeModules,
  settleEngine,
  tolerateBrokenOutput,
  versionText,
} from './process/index.js';

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  tolerateBrokenOutput();
  process.stdout.write(versionText());
} else {
  // Help needs none of them.
  if (!words.includes('--help')) loadNodeModules();
  settleEngine();
  economizeStart();
  keepCompiledCode();
  const { runProgram } = await import('./program/index.js');
  runProgram(words);
}
