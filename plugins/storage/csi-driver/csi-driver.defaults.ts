/** The members of a driver that have defaults. */
interface DefaultedDriver {
  spec: {
    attachRequired?: boolean;
    podInfoOnMount?: boolean;
    storageCapacity?: boolean;
    fsGroupPolicy?: string;
    volumeLifecycleModes?: string[];
    requiresRepublish?: boolean;
    seLinuxMount?: boolean;
  };
}

/** Fills in how a driver is dealt with that does not say so. */
export function defaultCsiDriver({ spec }: DefaultedDriver): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}
