import { type GoValue, goNil, goSlice, goStruct } from '../../../src/plugin-api/built-in.js';

interface Version {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
}

const VERSION_TYPE = 'apiextensions.CustomResourceDefinitionVersion';

/** Returns the versions of a definition as the reference quotes them. */
export function goVersionsOf(versions: readonly Version[] | null | undefined): GoValue {
  if (!versions) return goNil(`[]${VERSION_TYPE}`);
  return goSlice(
    VERSION_TYPE,
    versions.map(({ name, served, storage }) =>
      goStruct(VERSION_TYPE, { Name: name, Served: served, Storage: storage }),
    ),
  );
}
