#!/usr/bin/env node
import { keepCompiledCode, settleEngine } from './engine-settings.js';

settleEngine();
keepCompiledCode();
const { runProgram } = await import('./program.js');
runProgram(process.argv.slice(2));
