export { overview } from './command-help.js';
export { type CommandHost } from './output.js';
export { runCommand } from './run-command.js';
