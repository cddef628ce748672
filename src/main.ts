#!/usr/bin/env node
import './process/node-modules.js';
import { economizeStart, keepCompiledCode, settleEngine } from './process/index.js';

settleEngine();
economizeStart();
keepCompiledCode();
const { runProgram } = await import('./program/index.js');
runProgram(process.argv.slice(2));
