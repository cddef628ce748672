#!/usr/bin/env node
import './node-modules.js';
import { economizeStart, keepCompiledCode, settleEngine } from './engine-settings.js';

settleEngine();
economizeStart();
keepCompiledCode();
const { runProgram } = await import('./program.js');
runProgram(process.argv.slice(2));
