/** Fields of the schema; an object sets every third. */
const FIELDS = 75;
/** Fields an object sets, in five groups. */
const SET = 25;
const GROUPS = 5;

const GROUP = 'bench.example.com';

/** Returns the definition of a namespaced kind with a schema of {@link FIELDS} fields in groups, as text. */
export function widgetDefinition() {
  const group = (at) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: FIELDS / GROUPS }, (_, i) => [`field${at}x${i}`, fieldSchema(i)]),
    ),
  });
  const spec = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: GROUPS }, (_, at) => [`group${at}`, group(at)])),
  };
  const schema = { type: 'object', properties: { spec, status: { type: 'object', properties: { phase: TEXT } } } };
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
      ],
    },
  });
}

const TEXT = { type: 'string', maxLength: 4096 };

function fieldSchema(index) {
  return index % 3 === 1 ? { type: 'integer', minimum: 0 } : TEXT;
}

/** Returns a Widget with so many bytes of text in its fields, as text. */
export function widget(name, bytes) {
  const text = 'x'.repeat(bytes / SET);
  const group = (at) =>
    Object.fromEntries(Array.from({ length: SET / GROUPS }, (_, i) => [`field${at}x${i * 3}`, text]));
  return JSON.stringify({
    apiVersion: `${GROUP}/v1`,
    kind: 'Widget',
    metadata: { name, labels: { app: 'bench', tier: 'data' } },
    spec: Object.fromEntries(Array.from({ length: GROUPS }, (_, at) => [`group${at}`, group(at)])),
  });
}

/** Returns the path of the Widgets of a namespace, or of one of them. */
export function widgetPath(namespace, name) {
  return `/apis/${GROUP}/v1/namespaces/${namespace}/widgets${name === undefined ? '' : `/${name}`}`;
}
