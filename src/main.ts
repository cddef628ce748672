#!/usr/bin/env node
import { economizeStart, keepCompiledCode, loadNodeModules, settleEngine, versionText } from './process/index.js';

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  process.stdout.write(versionText());
} else {
  if (!words.includes('--help')) loadNodeModules();
  settleEngine();
  economizeStart();
  keepCompiledCode();
  const { runProgram } = await import('./program/index.js');
  runProgram(words);
}
