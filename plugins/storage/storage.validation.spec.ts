import { type FieldError } from '../../src/plugin-api/index.js';
import { checkAs, formatFieldError } from '../../src/plugin-api/built-in.js';
import type { CSIDriver, CSIDriverSpec } from './csi-driver/csi-driver.v1.js';
import { csiDriverStrategy } from './csi-driver/csi-driver.strategy.js';
import { validateCsiDriver, validateCsiDriverUpdate } from './csi-driver/csi-driver.validation.js';
import type { CSINode, CSINodeDriver } from './csi-node/csi-node.v1.js';
import { validateCsiNode, validateCsiNodeUpdate } from './csi-node/csi-node.validation.js';
import { csiStorageCapacityStrategy } from './csi-storage-capacity/csi-storage-capacity.strategy.js';
import type { CSIStorageCapacity } from './csi-storage-capacity/csi-storage-capacity.v1.js';
import {
  validateCsiStorageCapacity,
  validateCsiStorageCapacityUpdate,
} from './csi-storage-capacity/csi-storage-capacity.validation.js';
import { storageClassStrategy } from './storage-class/storage-class.strategy.js';
import type { StorageClass } from './storage-class/storage-class.v1.js';
import { validateStorageClass, validateStorageClassUpdate } from './storage-class/storage-class.validation.js';
import type { VolumeAttachment, VolumeAttachmentSpec } from './volume-attachment/volume-attachment.v1.js';
import {
  validateNewVolumeAttachment,
  validateVolumeAttachmentUpdate,
} from './volume-attachment/volume-attachment.validation.js';
import {
  validateVolumeAttributesClass,
  validateVolumeAttributesClassUpdate,
} from './volume-attributes-class/volume-attributes-class.validation.js';

const texts = (errors: FieldError[]): string[] => errors.map(formatFieldError);
const metadata = { name: 'x' };
const REPLACED = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead';
const OLD_ZONE = 'failure-domain.beta.kubernetes.io/zone';

const GATES_OFF = { isEnabled: () => false };

describe('validateStorageClass()', () => {
  const classOf = (members: Partial<StorageClass> = {}): StorageClass => ({
    metadata,
    provisioner: 'example.com/p',
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
    ...members,
  });
  const zones = (...values: string[]): StorageClass =>
    classOf({
      allowedTopologies: values.map((value) => ({ matchLabelExpressions: [{ key: 'zone', values: [value] }] })),
    });

  it.each<[StorageClass, string[]]>([
    [classOf({ parameters: { a: 'b' } }), []],
    [zones('a', 'b'), []],
    [classOf({ provisioner: '' }), ['provisioner: Required value']],
    [classOf({ provisioner: 'A_' }), [expect.stringMatching(/^provisioner: Invalid value: "a_"/)]],
    [classOf({ parameters: { '': 'b' } }), ['parameters: Invalid value: "": field can not be empty.']],
    [classOf({ parameters: { a: 'x'.repeat(262_144) } }), ['parameters: Too long: may not be more than 262144 bytes']],
    [
      classOf({ reclaimPolicy: 'Recycle' }),
      ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    ],
    [classOf({ volumeBindingMode: undefined }), ['volumeBindingMode: Required value']],
    [classOf({ volumeBindingMode: 'Later' }), [expect.stringMatching(/^volumeBindingMode: Unsupported value/)]],
    [zones('a', 'a'), ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""']],
    [classOf({ allowedTopologies: [{}] }), ['allowedTopologies[0].matchLabelExpressions: Duplicate value: ""']],
    [
      classOf({
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: 'a', values: ['b', 'b'] },
              { key: 'a', values: [] },
            ],
          },
        ],
      }),
      [
        'allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "b"',
        'allowedTopologies[0].matchLabelExpressions[1].values: Required value',
        'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "a"',
      ],
    ],
  ])('finds of %j: %j', (storageClass, errors) => {
    expect(texts(validateStorageClass(storageClass))).toEqual(errors);
  });

  it('bounds parameters', () => {
    const parameters = Object.fromEntries(Array.from({ length: 513 }, (_, i) => [`p${i}`, '']));
    expect(texts(validateStorageClass(classOf({ parameters })))).toEqual([
      'parameters: Too long: may not be more than 512 bytes',
    ]);
  });

  it('wants nearly everything to stay', () => {
    const next = classOf({
      provisioner: 'other',
      parameters: { a: 'b' },
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    });
    expect(texts(validateStorageClassUpdate(next, classOf()))).toEqual([
      'parameters: Forbidden: updates to parameters are forbidden.',
      'provisioner: Forbidden: updates to provisioner are forbidden.',
      'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ]);
  });

  it('warns of labels of nodes that have been replaced', () => {
    const allowedTopologies = [{ matchLabelExpressions: [{ key: OLD_ZONE, values: ['a'] }] }];
    expect(storageClassStrategy.warningsOnCreate!(classOf({ allowedTopologies }), {} as never)).toEqual([
      `allowedTopologies[0].matchLabelExpressions[0].key: ${REPLACED}`,
    ]);
  });
});

describe('validateCsiDriver()', () => {
  const driverOf = (spec: CSIDriverSpec = {}): CSIDriver => ({ metadata, spec });

  it.each<[CSIDriverSpec, string[]]>([
    [{ fsGroupPolicy: 'None', tokenRequests: [{ audience: '' }, { audience: 'a', expirationSeconds: 600 }] }, []],
    [{ fsGroupPolicy: '' }, [expect.stringMatching(/^spec\.fsGroupPolicy: Unsupported value: ""/)]],
    [
      { volumeLifecycleModes: ['x'] },
      ['spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", "Ephemeral"'],
    ],
    [
      { tokenRequests: [{ audience: 'a' }, { audience: 'a', expirationSeconds: 1 }] },
      ['spec.tokenRequests[1].audience: Duplicate value: "a"'],
    ],
    [
      { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] },
      ['spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes'],
    ],
    [
      { tokenRequests: [{ audience: 'a', expirationSeconds: 4_294_967_297 }] },
      [expect.stringMatching(/may not specify a duration larger than 2\^32 seconds$/)],
    ],
  ])('finds of %j: %j', (spec, errors) => {
    expect(texts(validateCsiDriver(driverOf(spec)))).toEqual(errors);
  });

  it('wants attaching and modes to stay', () => {
    const next = driverOf({ attachRequired: false, volumeLifecycleModes: ['Ephemeral'] });
    const old = driverOf({ attachRequired: true, volumeLifecycleModes: ['Persistent'] });
    expect(texts(validateCsiDriverUpdate(next, old))).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ]);
  });

  it('drops what is behind a gate, unless it has been there', () => {
    const context = { isEnabled: () => false } as never;
    const [fresh, changed] = [driverOf({ seLinuxMount: true }), driverOf({ seLinuxMount: true })];
    csiDriverStrategy.prepareForCreate!(fresh, context);
    csiDriverStrategy.prepareForUpdate!(changed, driverOf({ seLinuxMount: false }), context);
    expect([fresh.spec, changed.spec]).toEqual([{}, { seLinuxMount: true }]);
  });
});

describe('validateCsiDriver() as later releases', () => {
  const driverOf = (spec: CSIDriverSpec): CSIDriver => ({ metadata, spec });

  it('wants updates that are not too frequent, and tokens for secrets', () => {
    const spec = { nodeAllocatableUpdatePeriodSeconds: 9, serviceAccountTokenInSecrets: true };
    expect(texts(validateCsiDriver(driverOf(spec)))).toEqual([
      'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
      'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
    ]);
    const tokenRequests = [{ audience: 'a' }];
    expect(validateCsiDriver(driverOf({ serviceAccountTokenInSecrets: true, tokenRequests }))).toEqual([]);
  });

  it('warn of tokens among the attributes of volumes', () => {
    const driver = driverOf({ tokenRequests: [{ audience: 'a' }] });
    const warn = (release: string) => checkAs(release, () => csiDriverStrategy.warningsOnCreate!(driver, {} as never));
    expect(warn('1.34')).toEqual([]);
    expect(warn('1.35')).toEqual([expect.stringContaining('spec.serviceAccountTokenInSecrets is unset')]);
  });
});

describe('validateCsiNode()', () => {
  const DRIVER: CSINodeDriver = { name: 'd.example', nodeID: 'n' };
  const nodeOf = (...drivers: CSINodeDriver[]): CSINode => ({ metadata, spec: { drivers } });

  it.each<[CSINodeDriver, string[]]>([
    [{ ...DRIVER, topologyKeys: ['example.com/a'], allocatable: { count: 0 } }, []],
    [{ ...DRIVER, nodeID: '' }, ['spec.drivers[0].nodeID: Required value']],
    [{ ...DRIVER, nodeID: 'n'.repeat(257) }, [expect.stringMatching(/nodeID: .*must be 256 characters or less$/)]],
    [{ ...DRIVER, name: 'x'.repeat(64) }, ['spec.drivers[0].name: Too long: may not be more than 63 bytes']],
    [
      { ...DRIVER, allocatable: { count: -1 } },
      ['spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [{ ...DRIVER, topologyKeys: ['a', 'a'] }, ['spec.drivers[0]: Duplicate value: "a"']],
    [
      { ...DRIVER, topologyKeys: [''] },
      [
        'spec.drivers[0]: Required value',
        expect.stringMatching(/^spec\.drivers\[0\]: Invalid/),
        expect.stringMatching(/^spec\.drivers\[0\]: Invalid/),
      ],
    ],
  ])('finds of a driver %j: %j', (driver, errors) => {
    expect(texts(validateCsiNode(nodeOf(driver)))).toEqual(errors);
  });

  it('wants drivers once, and as they are', () => {
    expect(texts(validateCsiNode(nodeOf(DRIVER, DRIVER)))).toEqual([
      'spec.drivers[1].name: Duplicate value: "d.example"',
    ]);
    const errors = validateCsiNodeUpdate(nodeOf({ ...DRIVER, nodeID: 'm' }), nodeOf(DRIVER), GATES_OFF);
    expect(texts(errors)).toEqual([
      expect.stringMatching(
        /^CSINodeDriver: Invalid value: storage\.CSINodeDriver{Name:"d\.example", NodeID:"m".*immutable$/,
      ),
    ]);
    expect(validateCsiNodeUpdate(nodeOf({ ...DRIVER, name: 'other' }), nodeOf(DRIVER), GATES_OFF)).toEqual([]);
    const limited = nodeOf({ ...DRIVER, allocatable: { count: 7 } });
    expect(validateCsiNodeUpdate(limited, nodeOf(DRIVER), GATES_OFF)).toHaveLength(1);
    expect(validateCsiNodeUpdate(limited, nodeOf(DRIVER), { isEnabled: () => true })).toEqual([]);
  });
});

describe('validateCsiStorageCapacity()', () => {
  const capacityOf = (members: Partial<CSIStorageCapacity> = {}): CSIStorageCapacity => ({
    metadata,
    storageClassName: 'fast',
    ...members,
  });

  it.each<[Partial<CSIStorageCapacity>, string[]]>([
    [{ capacity: '0', maximumVolumeSize: '1Gi', nodeTopology: {} }, []],
    [{ storageClassName: '' }, [expect.stringMatching(/^storageClassName: Invalid/)]],
    [{ capacity: '-1' }, ['capacity: Invalid value: "-1": must be greater than or equal to 0']],
    [{ nodeTopology: { matchLabels: { a: '-' } } }, [expect.stringMatching(/^nodeTopology\.matchLabels: /)]],
  ])('finds of %j: %j', (members, errors) => {
    expect(texts(validateCsiStorageCapacity(capacityOf(members)))).toEqual(errors);
  });

  it('wants place and class to stay', () => {
    const next = capacityOf({ storageClassName: 'slow', nodeTopology: { matchLabels: { a: 'b' } } });
    expect(texts(validateCsiStorageCapacityUpdate(next, capacityOf()))).toEqual([
      expect.stringMatching(/^nodeTopology: Invalid value: v1\.LabelSelector{.*: field is immutable$/),
      'storageClassName: Invalid value: "slow": field is immutable',
    ]);
  });

  it('warns of labels of nodes that have been replaced', () => {
    const nodeTopology = {
      matchLabels: { [OLD_ZONE]: 'a' },
      matchExpressions: [{ key: OLD_ZONE, operator: 'Exists' }],
    };
    expect(csiStorageCapacityStrategy.warningsOnCreate!(capacityOf({ nodeTopology }), {} as never)).toEqual([
      `nodeTopology.matchExpressions[0].key: ${REPLACED}`,
      `nodeTopology.matchLabels.${OLD_ZONE}: ${REPLACED}`,
    ]);
  });
});

describe('validateNewVolumeAttachment()', () => {
  const SPEC: VolumeAttachmentSpec = { attacher: 'd.example', nodeName: 'n', source: { persistentVolumeName: 'v' } };
  const CSI = { driver: 'd.example', volumeHandle: 'h' };
  const INLINE = { accessModes: ['ReadWriteOnce'], csi: CSI };
  const attachmentOf = (spec: Partial<VolumeAttachmentSpec> = {}): VolumeAttachment => ({
    metadata,
    spec: { ...SPEC, ...spec },
  });
  const ONE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';

  it.each<[Partial<VolumeAttachmentSpec>, string[]]>([
    [{}, []],
    [{ source: { inlineVolumeSpec: INLINE } }, []],
    [{ source: {} }, [`spec.source: Required value: ${ONE}`]],
    [{ source: { persistentVolumeName: 'v', inlineVolumeSpec: INLINE } }, [`spec.source: Forbidden: ${ONE}`]],
    [
      { source: { persistentVolumeName: '' } },
      [
        'spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName',
        expect.stringMatching(/^spec\.source\.persistentVolumeName: Invalid/),
      ],
    ],
    [{ nodeName: '' }, [expect.stringMatching(/^spec\.nodeName: Invalid/)]],
    [
      { attacher: '' },
      [
        'spec.attacher: Required value',
        'spec.attacher: Required value',
        expect.stringMatching(/^spec\.attacher: Invalid/),
      ],
    ],
  ])('finds of %j: %j', (spec, errors) => {
    expect(texts(validateNewVolumeAttachment(attachmentOf(spec)))).toEqual(errors);
  });

  it('wants a volume that a pod brings along to be of a driver, and nobody to claim it', () => {
    const inlineVolumeSpec = {
      accessModes: [],
      hostPath: { path: '/x' },
      claimRef: {},
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      nodeAffinity: {},
      storageClassName: 's',
      volumeMode: 'Block',
    };
    const place = 'spec.source.inlineVolumeSpec.';
    const found = texts(validateNewVolumeAttachment(attachmentOf({ source: { inlineVolumeSpec } })));
    expect(found.map((text) => text.replace(place, ''))).toEqual([
      'claimRef: Forbidden: may not be specified in the context of inline volumes',
      'capacity: Forbidden: may not be specified in the context of inline volumes',
      'csi: Required value: has to be specified in the context of inline volumes',
      'accessModes: Required value',
      'persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes',
      'nodeAffinity: Forbidden: may not be specified in the context of inline volumes',
      'storageClassName: Forbidden: may not be specified in the context of inline volumes',
      'volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes',
    ]);
  });

  it('bounds the status, and wants the rest to stay', () => {
    const status = {
      attached: true,
      attachmentMetadata: { a: 'x'.repeat(262_144) },
      attachError: { message: 'x'.repeat(1025) },
      detachError: { message: 'x'.repeat(1024) },
    };
    const next = { ...attachmentOf({ nodeName: 'm' }), status };
    expect(texts(validateVolumeAttachmentUpdate(next, attachmentOf()))).toEqual([
      'status.attachmentMetadata: Too long: may not be more than 262144 bytes',
      'status.attachError.message: Too long: may not be more than 1024 bytes',
      expect.stringMatching(/^spec: Invalid value: storage\.VolumeAttachmentSpec{.*: field is immutable$/),
    ]);
  });

  it('shows the volume of an attachment in JSON since 1.34, with every member', () => {
    const inlineVolumeSpec = { accessModes: ['ReadWriteOnce'], csi: { driver: 'd.example', volumeHandle: 'h' } };
    const next = attachmentOf({ source: { inlineVolumeSpec } });
    const [error] = checkAs('1.34', () => texts(validateVolumeAttachmentUpdate(next, attachmentOf())));
    expect(error).toContain(
      '"InlineVolumeSpec":{"Capacity":null,"GCEPersistentDisk":null,"AWSElasticBlockStore":null,',
    );
    expect(error).toContain('"CSI":{"Driver":"d.example","VolumeHandle":"h","ReadOnly":false,"FSType":"",');
  });
});

describe('validateVolumeAttributesClass()', () => {
  it('requires a driver and parameters, which are immutable', () => {
    const old = { metadata, driverName: 'd.example', parameters: { a: 'b' } };
    expect(validateVolumeAttributesClass(old)).toEqual([]);
    expect(texts(validateVolumeAttributesClass({ metadata, driverName: '' }))).toEqual([
      'driverName: Required value',
      'parameters: Required value: must contain at least one key/value pair',
    ]);
    const next = { metadata, driverName: 'e.example', parameters: { a: 'c' } };
    expect(texts(validateVolumeAttributesClassUpdate(next, old))).toEqual([
      'driverName: Forbidden: updates to driverName are forbidden.',
      'parameters: Forbidden: updates to parameters are forbidden.',
    ]);
  });
});
