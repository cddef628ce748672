import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { customResourceDefinitionKind } from './custom-resource-definition/custom-resource-definition.kind.js';
import {
  ConversionParts,
  ServedDefinitionsController,
  ServedDefinitionsHook,
  RegenerationMetrics,
  ValidationMetrics,
} from './custom-resource/index.js';

/** Kinds that are described by schemas. */
@ApiGroupPlugin({
  group: 'apiextensions.k8s.io',
  versions: ['v1', 'v1beta1'],
  kinds: [customResourceDefinitionKind],
  providers: [ConversionParts, ValidationMetrics, RegenerationMetrics],
  startHooks: [ServedDefinitionsHook],
  controllers: [ServedDefinitionsController],
})
export class ApiextensionsPlugin {}
