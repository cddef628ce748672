/** Returns a pod as a busy cluster has many: three containers, probes, volumes, affinity, and the status a kubelet writes. */
export function richPod() {
  const names = ['app', 'proxy', 'agent'];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web-7c5ddbdf54-abcde',
      generateName: 'web-7c5ddbdf54-',
      namespace: 'default',
      uid: '5f0c3e0a-7b9a-4a53-9f83-0a6f7f2d2c11',
      creationTimestamp: '2024-12-11T18:00:00Z',
      labels: { app: 'web', 'pod-template-hash': '7c5ddbdf54', 'app.kubernetes.io/part-of': 'shop' },
      annotations: { 'example.com/checksum': 'a'.repeat(64), 'example.com/note': 'rolled out by the pipeline' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: 'web-7c5ddbdf54',
          uid: '0d1c2b3a-1111-4222-8333-444455556666',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      volumes: [
        { name: 'config', configMap: { name: 'web', defaultMode: 420 } },
        { name: 'tls', secret: { secretName: 'web-tls', defaultMode: 420 } },
        { name: 'cache', emptyDir: { sizeLimit: '1Gi' } },
        { name: 'data', persistentVolumeClaim: { claimName: 'web-data' } },
      ],
      initContainers: [{ ...container('prepare', 9000), restartPolicy: 'Always' }],
      containers: names.map((name, at) => container(name, 8080 + at)),
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: 'web',
      serviceAccount: 'web',
      nodeName: 'node-17',
      securityContext: { runAsNonRoot: true, fsGroup: 1000 },
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 100,
              podAffinityTerm: {
                labelSelector: { matchLabels: { app: 'web' } },
                topologyKey: 'kubernetes.io/hostname',
              },
            },
          ],
        },
      },
      schedulerName: 'default-scheduler',
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
        { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
    },
    status: status(names),
  };
}

function status(names) {
  return {
    phase: 'Running',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
      type,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: '2024-12-11T18:00:05Z',
    })),
    hostIP: '10.1.0.17',
    podIP: '10.2.17.5',
    podIPs: [{ ip: '10.2.17.5' }],
    startTime: '2024-12-11T18:00:01Z',
    containerStatuses: names.map((name) => ({
      name,
      state: { running: { startedAt: '2024-12-11T18:00:04Z' } },
      lastState: {},
      ready: true,
      restartCount: 0,
      image: `registry.example.com/shop/${name}:1.2.3`,
      imageID: `registry.example.com/shop/${name}@sha256:${'0'.repeat(64)}`,
      containerID: `containerd://${'1'.repeat(64)}`,
      started: true,
    })),
    qosClass: 'Burstable',
  };
}

function container(name, port) {
  return {
    name,
    image: `registry.example.com/shop/${name}:1.2.3`,
    args: ['--listen', `:${port}`, '--verbose'],
    ports: [{ name: 'http', containerPort: port, protocol: 'TCP' }],
    env: [
      { name: 'NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      { name: 'LEVEL', value: 'info' },
      { name: 'KEY', valueFrom: { secretKeyRef: { name: 'web-keys', key: name } } },
    ],
    resources: { limits: { memory: '512Mi' }, requests: { cpu: '100m', memory: '256Mi' } },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/web', readOnly: true },
      { name: 'tls', mountPath: '/etc/tls', readOnly: true },
      { name: 'cache', mountPath: '/var/cache' },
    ],
    readinessProbe: {
      httpGet: { path: '/ready', port: 'http', scheme: 'HTTP' },
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  };
}
