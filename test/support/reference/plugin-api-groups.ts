/** Names of the plugin API for one task, with the file of `docs/examples/plugin-api` that uses each of them. */
interface ApiGroup {
  readonly title: string;
  readonly about: string;
  readonly example: string;
  readonly names: readonly string[];
}

/** The plugin API by task, in the order in which the author of a plugin comes to them. */
export const API_GROUPS: readonly ApiGroup[] = [
  {
    title: 'Declare a plugin',
    about: 'A class with `@ApiGroupPlugin` adds one API group, with roles, options and everything else it contributes.',
    example: 'plugin.ts',
    names: ['ApiGroupPlugin', 'ApiGroupPluginOptions', 'Flag', 'PluginRoles'],
  },
  {
    title: 'Declare a kind',
    about: 'A kind has names, versions and features. Columns are those of `kubectl get`.',
    example: 'kind.ts',
    names: [
      ...['defineKind', 'KindDefinition', 'KindVersion', 'Column', 'FieldColumns'],
      ...['column', 'nameColumn', 'ageColumn', 'NONE_CELL'],
    ],
  },
  {
    title: 'Declare types',
    about: 'Classes define the shape of objects; objects are plain data.',
    example: 'types.ts',
    names: [
      ...['ApiType', 'Field', 'KubernetesObject', 'ObjectMeta', 'Condition', 'LabelSelector'],
      ...['ApiClass', 'ApiObject', 'OwnerReference'],
    ],
  },
  {
    title: 'Rules of single fields',
    about: 'Decorators of class-validator, beside `@Field`. The published schema shows them.',
    example: 'rules.ts',
    names: [
      ...['IsDefined', 'IsNotEmpty', 'IsOptional', 'IsIn', 'IsNotIn', 'Equals', 'IsInt', 'Min', 'Max'],
      ...['MinLength', 'MaxLength', 'Matches', 'ArrayMinSize', 'ArrayMaxSize', 'ArrayUnique'],
    ],
  },
  {
    title: 'Validation errors',
    about:
      'Rules of several fields return errors, each with the path of its field; all of them reach the client together.',
    example: 'validation.ts',
    names: [
      ...['FieldPath', 'FieldError', 'required', 'invalid', 'notSupported', 'duplicate', 'forbidden', 'tooLong'],
      ...['validateLabelSelector', 'isDns1123Label', 'isDns1123Subdomain', 'isQualifiedName'],
    ],
  },
  {
    title: 'Strategies and values',
    about: 'A strategy has the rules of a kind; these values occur in them.',
    example: 'strategy.ts',
    names: [
      ...['Strategy', 'StrategyContext', 'Quantity', 'LabelMatcher', 'formatTime', 'isDeepEqual', 'stringifyJson'],
    ],
  },
  {
    title: 'Conversions',
    about: 'Every version but the storage version converts to it and from it.',
    example: 'conversion.ts',
    names: ['movedFields', 'sameShape', 'Conversion', 'ObjectConverter', 'ConvertedVersion'],
  },
  {
    title: 'Subresources, connections and reviews',
    about: 'Paths below an object, and kinds that are operations.',
    example: 'subresources.ts',
    names: [
      ...['statusAction', 'SubresourceDefinition', 'SubresourceHandler', 'SubresourceRequest', 'TextAtHand'],
      ...['Connector', 'ConnectRequest', 'Destination', 'ReviewHandler'],
    ],
  },
  {
    title: 'Errors for clients',
    about: 'Hooks and handlers throw these; anything else becomes a 500 without details.',
    example: 'errors.ts',
    names: [
      ...['StatusError', 'badRequest', 'forbiddenResource', 'notFound', 'conflict', 'invalidObject'],
      ...['isNotFound', 'isAlreadyExists', 'isConflict'],
    ],
  },
  {
    title: 'Admission and write hooks',
    about:
      'Admission plugins change and reject the writes of any kind; write hooks take something elsewhere together with one.',
    example: 'admission.ts',
    names: [
      ...['AdmissionPlugin', 'AdmissionAttributes', 'AdmissionOperation', 'AdmittedResource'],
      ...['WriteHook', 'HookedWrite', 'WriteEffect'],
    ],
  },
  {
    title: 'Controllers and stored objects',
    about:
      'Controllers reconcile objects, start hooks and health checks run beside them. `Stores` has objects as they are stored, `Client` as clients see them.',
    example: 'controllers.ts',
    names: [
      ...['KindController', 'QueueController', 'QueueControllerParts', 'StartHook', 'HealthCheck'],
      ...['Stores', 'ResourceStore', 'systemContext', 'controllerContext', 'keepObject', 'updateExisting', 'Client'],
    ],
  },
  {
    title: 'Parts of the server',
    about: 'Providers of a plugin inject these and each other.',
    example: 'parts.ts',
    names: ['Injectable', 'Inject', 'Clock', 'Logger', 'MetricsRegistry', 'FeatureGates', 'ServerAddress'],
  },
  {
    title: 'Access',
    about: 'Authenticators identify users, authorizers decide about their requests.',
    example: 'access.ts',
    names: [
      ...['Authenticator', 'AuthenticationRequest', 'AuthenticationResult', 'CredentialError'],
      ...['Authorizer', 'AuthorizationAttributes', 'Decision', 'ObjectFilter', 'ListedObject'],
      ...['RuleResolver', 'UserRules', 'UserInfo', 'CurrentUser'],
    ],
  },
  {
    title: 'A storage of your own',
    about: 'A backend keeps the objects of a kind in the place of the server.',
    example: 'backend.ts',
    names: [
      ...['ResourceBackend', 'BackendPlace', 'BackendObject', 'BackendChange', 'BackendListener'],
      ...['BackendError', 'BackendRefusal'],
    ],
  },
  {
    title: 'Shapes and kinds that are known at run time',
    about: 'A schema is the shape of a type, and a registrar serves a kind, while the server runs.',
    example: 'shapes.ts',
    names: ['ObjectShape', 'StructuralShape', 'JsonSchema', 'KindRegistrar', 'KindDeclaration', 'ServedKind'],
  },
];
