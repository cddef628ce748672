// Prints the folder with the Node.js of CI's main run, installed from npm where it is missing: node tools/main-runtime.mjs.
// Uses nothing but Node and npm, because it runs before anything is installed.
import { ensureBinary } from './test/runtimes/binaries.mjs';
import { MAIN_RELEASE } from './test/runtimes/releases.mjs';

console.log(ensureBinary(MAIN_RELEASE));
