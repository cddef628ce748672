import type { ApiObject } from '../../apimachinery/index.js';
import { callSite, noteSite } from '../../schema/index.js';
import { type FieldColumns, columnsOfFields } from './field-columns.js';
import type { Column, KindDefinition, KindVersion } from './kind-definition.js';

/** Members that are the same for nearly every kind, or have a shorter form where they are declared. */
type Shortened = 'namespaced' | 'storageVersion' | 'columns';

/**
 * A declaration of a kind, as it is written: what is the same for nearly every kind may be left out.
 *
 * @public
 * @example
 * const declaration: KindDraft<Berth> = { kind: 'Berth', plural: 'berths', versions: [{ name: 'v1', type: Berth }] };
 */
export type KindDraft<T extends ApiObject = ApiObject> = Omit<KindDefinition<T>, Shortened> &
  Partial<Pick<KindDefinition<T>, 'namespaced' | 'storageVersion'>> & {
    /** The columns of tables, or the fields that they show, between name and age. */
    readonly columns?: readonly Column<T>[] | FieldColumns<T>;
  };

/**
 * Types a declaration, and completes it: kinds are namespaced, and stored in the first of their versions, unless they say
 * otherwise.
 *
 * @public
 * @example
 * const berthKind = defineKind<Berth>({
 *   kind: 'Berth',
 *   plural: 'berths',
 *   versions: [{ name: 'v1', type: Berth }],
 *   columns: { Length: 'spec.length', Ship: 'spec.ship' },
 * });
 */
export function defineKind<T extends ApiObject>(declaration: KindDraft<T>): KindDefinition<T> {
  // Not all authors check types: what is missing is reported with all other mistakes when the plugin is installed.
  const versions = declaration.versions as readonly (KindVersion | undefined)[] | undefined;
  const filledIn = { namespaced: true, storageVersion: versions?.[0]?.name ?? '', ...declaration };
  const kind = withColumns(filledIn);
  noteSite(kind, callSite(defineKind));
  return kind;
}

type FilledIn<T extends ApiObject> = KindDraft<T> & Pick<KindDefinition<T>, 'namespaced' | 'storageVersion'>;

/** The declaration itself where it has no columns of fields: the server's own kinds have none. */
function withColumns<T extends ApiObject>(kind: FilledIn<T>): KindDefinition<T> {
  const { columns } = kind;
  if (columns === undefined || isListed(columns)) return kind as KindDefinition<T>;
  return { ...kind, columns: columnsOfFields(kind, columns) };
}

/** False for columns that fields are named for; other values are reported when the plugin is installed. */
function isListed<T extends ApiObject>(
  columns: readonly Column<T>[] | FieldColumns<T>,
): columns is readonly Column<T>[] {
  return Array.isArray(columns) || typeof columns !== 'object' || columns === null;
}
