/** The commands that are typed for the picture; `pauseMs` is the time to read the output. A server keeps running in the background. */
export const SESSION = [
  { command: 'binnacle new plugin harbor --kind=Berth', pauseMs: 1800 },
  { command: 'cd harbor', pauseMs: 200 },
  { command: 'binnacle dev ./src/index.ts --data-dir=.data &', until: /listens on/, pauseMs: 1500 },
  { command: 'export KUBECONFIG=.data/certs/admin.kubeconfig', pauseMs: 500 },
  { command: 'kubectl apply -f examples/berth.yaml', pauseMs: 900 },
  { command: 'kubectl get berths', pauseMs: 2200 },
  { command: `kubectl patch berth first --type=merge -p '{"spec":{"size":500}}'`, pauseMs: 2200 },
  { command: 'kubectl explain berth.spec.size', pauseMs: 3000 },
  { command: 'binnacle new version v1beta1 --kind=Berth', until: /a changed plugin is served/, pauseMs: 1500 },
  { command: 'kubectl get berths.v1beta1.harbor.example.com', pauseMs: 4000 },
];
