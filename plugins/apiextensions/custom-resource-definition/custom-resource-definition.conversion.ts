import type { Conversion } from '../../../src/plugin-api/index.js';
import type { CustomResourceConversion } from './conversion.v1.js';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from './custom-resource-definition.v1.js';
import type {
  CustomResourceColumnDefinitionV1beta1,
  CustomResourceConversionV1beta1,
  CustomResourceDefinitionSpecV1beta1,
  CustomResourceDefinitionV1beta1,
  CustomResourceDefinitionVersionV1beta1,
} from './custom-resource-definition.v1beta1.js';
import { internalFormOf } from './internal-form.js';

type Columns = CustomResourceColumnDefinition[] | undefined;
type FormerColumns = CustomResourceColumnDefinitionV1beta1[] | undefined;

/** Between v1 and v1beta1, where what all versions have in common stands apart. */
export const definitionConversion: Conversion<CustomResourceDefinitionV1beta1, CustomResourceDefinition> = {
  toHub: ({ spec, ...rest }) => ({ ...rest, spec: specToHub(spec) }),
  fromHub: ({ spec, ...rest }) => ({ ...rest, spec: specFromHub(spec) }),
};

function specToHub(spec: CustomResourceDefinitionSpecV1beta1): CustomResourceDefinitionSpec {
  const { group, names, scope, conversion, preserveUnknownFields } = spec;
  return {
    group,
    names,
    scope,
    versions: versionsToHub(spec),
    conversion: conversion && conversionToHub(conversion),
    preserveUnknownFields: preserveUnknownFields ? true : undefined,
  };
}

function versionsToHub(spec: CustomResourceDefinitionSpecV1beta1): CustomResourceDefinitionVersion[] | undefined {
  const { version, versions, validation, subresources, additionalPrinterColumns, selectableFields } = spec;
  const isSingle = !versions?.length && version;
  const list = isSingle ? [{ name: version, served: true, storage: true }] : versions;
  return list?.map((own: CustomResourceDefinitionVersionV1beta1) => ({
    ...own,
    schema: validation ?? own.schema,
    subresources: subresources ?? own.subresources,
    additionalPrinterColumns: columnsToHub(additionalPrinterColumns ?? own.additionalPrinterColumns),
    selectableFields: selectableFields ?? own.selectableFields,
  }));
}

function columnsToHub(columns: FormerColumns): Columns {
  return columns?.map(({ JSONPath, ...same }) => ({ ...same, jsonPath: JSONPath }));
}

function conversionToHub(conversion: CustomResourceConversionV1beta1): CustomResourceConversion {
  const { strategy, webhookClientConfig: clientConfig, conversionReviewVersions } = conversion;
  const isEmpty = !clientConfig && !conversionReviewVersions?.length;
  return { strategy, webhook: isEmpty ? undefined : { clientConfig, conversionReviewVersions } };
}

function specFromHub(spec: CustomResourceDefinitionSpec): CustomResourceDefinitionSpecV1beta1 {
  const { group, names, scope, conversion, preserveUnknownFields } = spec;
  const { shared, versions } = internalFormOf(spec);
  const { schema, additionalPrinterColumns, ...same } = shared;
  return {
    ...same,
    group,
    version: spec.versions?.[0]?.name,
    names,
    scope,
    validation: schema,
    versions: spec.versions && versions.map(versionFromHub),
    additionalPrinterColumns: columnsFromHub(additionalPrinterColumns),
    conversion: conversion && conversionFromHub(conversion),
    preserveUnknownFields: preserveUnknownFields ?? false,
  };
}

function versionFromHub(version: CustomResourceDefinitionVersion): CustomResourceDefinitionVersionV1beta1 {
  return { ...version, additionalPrinterColumns: columnsFromHub(version.additionalPrinterColumns) };
}

function columnsFromHub(columns: Columns): FormerColumns {
  return columns?.map(({ jsonPath, ...same }) => ({ ...same, JSONPath: jsonPath }));
}

function conversionFromHub({ strategy, webhook }: CustomResourceConversion): CustomResourceConversionV1beta1 {
  return {
    strategy,
    webhookClientConfig: webhook?.clientConfig,
    conversionReviewVersions: webhook?.conversionReviewVersions,
  };
}
