import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { FlowcontrolBootstrapHook } from './bootstrap/flowcontrol-bootstrap.start-hook.js';
import { FlowcontrolConfigController } from './bootstrap/flowcontrol-config.controller.js';
import { flowSchemaKind } from './flow-schema/flow-schema.kind.js';
import { priorityLevelConfigurationKind } from './priority-level-configuration/priority-level-configuration.kind.js';

/** Priority levels, and which requests belong to them. */
@ApiGroupPlugin({
  group: 'flowcontrol.apiserver.k8s.io',
  versions: ['v1', 'v1beta3', 'v1beta2', 'v1beta1'],
  kinds: [flowSchemaKind, priorityLevelConfigurationKind],
  startHooks: [FlowcontrolBootstrapHook],
  controllers: [FlowcontrolConfigController],
})
export class FlowcontrolPlugin {}
