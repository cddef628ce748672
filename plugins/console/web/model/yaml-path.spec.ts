import { ELEMENT } from './schema.js';
import { pathTo } from './yaml-path.js';

const TEXT = `apiVersion: apps/v1
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        image: nginx
        ports:
        - containerPort: 80
          protocol: TCP
      volumes:
        - name: data
          emptyDir: {}
  replicas: 3`;
const lines = TEXT.split('\n');
const IN_POD = ['spec', 'template', 'spec'];

describe('pathTo()', () => {
  it.each<[string, unknown[]]>([
    ['apiVersion: apps/v1', []],
    ['  name: web', ['metadata']],
    ['      containers:', IN_POD],
    ['      - name: web', [...IN_POD, 'containers', ELEMENT]],
    ['        image: nginx', [...IN_POD, 'containers', ELEMENT]],
    ['        - containerPort: 80', [...IN_POD, 'containers', ELEMENT, 'ports', ELEMENT]],
    ['          protocol: TCP', [...IN_POD, 'containers', ELEMENT, 'ports', ELEMENT]],
    ['      volumes:', IN_POD],
    ['          emptyDir: {}', [...IN_POD, 'volumes', ELEMENT]],
    ['  replicas: 3', ['spec']],
  ])('of %j', (line, path) => {
    expect(pathTo(lines, lines.indexOf(line), line.search(/[a-zA-Z]/))).toEqual(path);
  });
});
