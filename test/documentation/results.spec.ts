import { readFileSync } from 'node:fs';

/** Types of the report that a plugin implements; others are called by plugins. */
const IMPLEMENTED = new Set([
  'AdmissionPlugin',
  'ApiTypeOptions',
  'Authenticator',
  'Authorizer',
  'Column',
  'Connector',
  'Controller',
  'Conversion',
  'HealthCheck',
  'KindDeclaration',
  'KindDefinition',
  'KindVersion',
  'MovedField',
  'ObjectConverter',
  'ObjectFilter',
  'ObjectSource',
  'PublishedSchema',
  'ResourceBackend',
  'ResourceFollower',
  'ReviewHandler',
  'RuleResolver',
  'ScaleDefinition',
  'ScaleForm',
  'SideEffect',
  'StartHook',
  'StatusAction',
  'SubresourceDefinition',
  'SubresourceHandler',
  'VersionFeatures',
  'WriteEffect',
  'WriteHook',
]);

const read = (path: string): string => readFileSync(path, 'utf8');

/** The functions of those types, as `Type.member`. */
function functionsInReport(): string[] {
  const [, ...sections] = read('docs/plugin-api-report.md').split('\n## ');
  return sections.flatMap((section) => {
    const name = section.slice(0, section.indexOf('\n'));
    if (!IMPLEMENTED.has(name)) return [];
    const members = [...section.matchAll(/^ {4}(?:readonly |abstract )*(\w+)\??(?:\(|: .*=>)/gm)].map(
      (match) => match[1],
    );
    return [...new Set(members)].map((member) => `${name}.${member}`);
  });
}

/** The functions in the first column of the table; those after the first of a line are of the same type. */
function functionsInTable(): string[] {
  const rows = read('docs/decisions/0371-results-of-plugin-functions.md').matchAll(/^\| (`[^|]*`) +\|/gm);
  return [...rows].flatMap(([, cell]) => {
    let type = '';
    return [...cell.matchAll(/`(?:(\w+)\.)?(\w+|\*)`/g)].map(([, named, member]) => {
      type = named ?? type;
      return `${type}.${member}`;
    });
  });
}

it('has a rule, or the reason for none, for each function that a plugin hands over', () => {
  const listed = functionsInTable().filter((each) => each !== 'Strategy.*');
  expect(listed.sort()).toEqual(functionsInReport().sort());
});
