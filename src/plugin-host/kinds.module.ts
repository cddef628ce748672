import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AdmissionChain } from '../admission/index.js';
import { Clock, Logger } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { KindRegistrar } from '../plugin-api/index.js';
import { Identifiers } from '../registry/index.js';
import {
  FieldsOutOfView,
  Storage,
  StorageMetrics,
  UnreadableValues,
  ValueTransformers,
  WatchCache,
} from '../storage/index.js';
import { Catalogue, KindNameOwners } from './catalogue/index.js';
import { KindInstaller, RuntimeKinds } from './install/index.js';
import { provideFrom } from '../injection/index.js';

const INSTALLER_PARTS = {
  catalogue: Catalogue,
  storage: Storage,
  storageMetrics: StorageMetrics,
  watchCache: WatchCache,
  transformers: ValueTransformers,
  unreadable: UnreadableValues,
  outOfView: FieldsOutOfView,
  admission: AdmissionChain,
  options: ApiServerOptions,
  clock: Clock,
  identifiers: Identifiers,
  logger: Logger,
};

/** Provides what installs kinds: those of plugins, and those that `KindRegistrar` is given while the server runs. */
@Module({})
export class KindsModule {
  /** Returns the module; its imports provide storage and admission. */
  static forRoot({ imports = [] }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: KindsModule,
      imports: [...imports],
      providers: [
        KindNameOwners,
        provideFrom(KindInstaller, INSTALLER_PARTS, (parts) => new KindInstaller(parts)),
        provideFrom(
          KindRegistrar,
          { installer: KindInstaller, names: KindNameOwners },
          (parts) => new RuntimeKinds(parts),
        ),
      ],
      exports: [KindNameOwners, KindInstaller, KindRegistrar],
    };
  }
}
