import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Tool {
  linkFlags(version: string): string[];
  packagesOf(files: readonly string[]): string[];
}

let tool: Tool;

beforeAll(async () => {
  tool = (await import(pathToFileURL(resolve('tools/test/kubernetes/programs.mjs')).href)) as Tool;
});

describe('linkFlags()', () => {
  it.each([
    ['go version go1.19.8 linux/amd64', []],
    ['go version go1.22.12 linux/amd64', []],
    ['go version go1.23 linux/arm64', ['-ldflags=-checklinkname=0']],
    ['go version go1.24.4 linux/amd64', ['-ldflags=-checklinkname=0']],
  ])('knows the linker of %s', (version, flags) => {
    expect(tool.linkFlags(version)).toEqual(flags);
  });
});

describe('packagesOf()', () => {
  it('names each package once, staged ones as they are imported, and leaves out examples and tests', () => {
    const files = [
      'staging/src/k8s.io/api/core/v1/doc.go',
      'staging/src/k8s.io/api/core/v1/types.go',
      'pkg/apis/abac/v0/doc.go',
      'staging/src/k8s.io/sample-apiserver/pkg/apis/wardle/v1alpha1/doc.go',
      'staging/src/k8s.io/code-generator/_examples/doc.go',
      'pkg/test/doc.go',
    ];
    expect(tool.packagesOf(files)).toEqual([
      'k8s.io/kubernetes/pkg/apis/abac/v0',
      'k8s.io/kubernetes/vendor/k8s.io/api/core/v1',
    ]);
  });
});
