/**
 * Modules of Node that a server needs, to be imported before V8's flags change: Node has their compiled code for its own flags only, and
 * compiles them from source under others.
 */
import 'node:assert';
import 'node:child_process';
import 'node:cluster';
import 'node:crypto';
import 'node:dns/promises';
import 'node:fs/promises';
import 'node:http2';
import 'node:https';
import 'node:os';
import 'node:perf_hooks';
import 'node:stream/promises';
import 'node:timers/promises';
import 'node:tty';
import 'node:util';
import 'node:v8';
import 'node:vm';
import 'node:worker_threads';
import 'node:zlib';
