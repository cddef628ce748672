import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as pluginApi from './index.js';
import * as builtIn from './built-in.js';

/** The run-time exports for plugins. Removing a name breaks plugins; a new one is permanent. */
const NAMES = [
  'AdmissionPlugin',
  'ApiGroupPlugin',
  'ApiType',
  'ArrayMaxSize',
  'ArrayMinSize',
  'ArrayUnique',
  'Authenticator',
  'Authorizer',
  'BackendError',
  'Client',
  'Clock',
  'Condition',
  'CredentialError',
  'CurrentUser',
  'Equals',
  'FeatureGates',
  'Field',
  'FieldPath',
  'Flag',
  'HealthCheck',
  'Inject',
  'Injectable',
  'IsDefined',
  'IsIn',
  'IsInt',
  'IsNotEmpty',
  'IsNotIn',
  'IsOptional',
  'KindController',
  'KindRegistrar',
  'KubernetesObject',
  'LabelMatcher',
  'LabelSelector',
  'Logger',
  'Matches',
  'Max',
  'MaxLength',
  'MetricsRegistry',
  'Min',
  'MinLength',
  'NONE_CELL',
  'ObjectMeta',
  'ObjectShape',
  'Quantity',
  'QueueController',
  'QueueControllerParts',
  'ResourceBackend',
  'ResourceStore',
  'RuleResolver',
  'ServerAddress',
  'StartHook',
  'StatusError',
  'Stores',
  'StructuralShape',
  'WriteHook',
  'ageColumn',
  'badRequest',
  'column',
  'conflict',
  'controllerContext',
  'defineKind',
  'duplicate',
  'forbidden',
  'forbiddenResource',
  'formatTime',
  'invalid',
  'invalidObject',
  'isAlreadyExists',
  'isConflict',
  'isDeepEqual',
  'isDns1123Label',
  'isDns1123Subdomain',
  'isNotFound',
  'isQualifiedName',
  'keepObject',
  'movedFields',
  'nameColumn',
  'notFound',
  'notSupported',
  'required',
  'sameShape',
  'statusAction',
  'stringifyJson',
  'systemContext',
  'tooLong',
  'updateExisting',
  'validateLabelSelector',
];

describe('the plugin API', () => {
  it('is the list it promises', () => {
    expect(Object.keys(pluginApi).sort()).toEqual([...NAMES].sort());
  });

  it.each(['index.ts', 'built-in.ts'])('names every export in %s', (file) => {
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toContain('export *');
  });

  it('shares no name with the part of built-in plugins', () => {
    expect(NAMES.filter((name) => name in builtIn)).toEqual([]);
  });
});
