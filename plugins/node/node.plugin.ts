import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { runtimeClassKind } from './runtime-class/runtime-class.kind.js';

/** How nodes run pods. */
@ApiGroupPlugin({ group: 'node.k8s.io', versions: ['v1'], kinds: [runtimeClassKind] })
export class NodePlugin {}
