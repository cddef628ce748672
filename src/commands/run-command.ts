import { tryManifest } from './admission/try-manifest.js';
import { checkReviews } from './authz/check-reviews.js';
import { runLab } from './authz/lab.js';
import { checkConfig } from './config/check-config.js';
import { printSchema } from './config/print-schema.js';
import { exportKinds } from './crd/export.js';
import { writeManifests } from './manifests/write-manifests.js';
import { CommandError, type CommandHost, EXIT } from './output.js';
import { reportRemovals } from './removals/report-removals.js';
import { writeTypes } from './types/write-types.js';

type Command = (words: readonly string[], host: CommandHost) => Promise<number>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['admission try', tryManifest],
  ['authz check', checkReviews],
  ['authz lab', runLab],
  ['config check', checkConfig],
  ['config schema', printSchema],
  ['crd export', exportKinds],
  ['manifests', writeManifests],
  ['report removals', reportRemovals],
  ['types', writeTypes],
]);

const USAGE = `Commands:
  binnacle admission try FILE [--policies PATH]... [--kubeconfig FILE] [--server URL] [--namespace NAME] [--output json]
      What policies and webhooks say about the objects of a manifest, as a dry run: those of a server, or those in files
      and directories. Ends with 1 where an object is denied.
  binnacle authz check --config FILE --reviews FILE [--objects FILE] [--policy-file FILE] [--json]
      What the authorizers of an AuthorizationConfiguration say about SubjectAccessReviews, without serving.
  binnacle authz lab [--port N] [--rules FILE] [--kubeconfig FILE]
      A webhook that shows each review it is sent, and answers by rules.
  binnacle config check FILE [--role cluster|extension] [--output text|json]
      Every problem of a configuration file, with its line. Ends with 1 where there is one.
  binnacle config schema [--role cluster|extension]
      The JSON schema of configuration files.
  binnacle crd export --plugins FILE[,FILE] [--kind PLURAL.GROUP]
      The CustomResourceDefinitions that the kinds of plugins would be, as JSON.
  binnacle manifests --plugins FILE[,FILE] --image NAME [--name NAME] [--namespace NAME] [--ca own|cert-manager|file]
                     [--ca-file FILE] [--storage-size SIZE] [--out DIRECTORY]
      What makes plugins an extension server of a cluster, for kubectl apply -k or -f. The image has them in /plugins.
  binnacle report removals --release 1.N FILE|DIRECTORY|AUDIT-LOG|URL|-... [--kubeconfig FILE] [--token TOKEN]
                           [--certificate-authority FILE] [--plugins FILE]... [--output table|json]
      What manifests, audit logs and servers use that a release no longer serves. Ends with 1 where something is found.
  binnacle types URL|--kubeconfig FILE [--token TOKEN] [--certificate-authority FILE] [--out DIRECTORY]
      TypeScript modules for the kinds of any server, which the client takes: binnacle/client.
`;

/** Runs a command and answers its exit code. */
export async function runCommand(command: string, words: readonly string[], host: CommandHost): Promise<number> {
  const [second = '', ...others] = words;
  const whole = COMMANDS.get(command);
  const run = whole ?? COMMANDS.get(`${command} ${second}`);
  const rest = whole ? words : others;
  if (run === undefined || rest.includes('--help')) {
    host.err.write(USAGE);
    return EXIT.misused;
  }
  try {
    return await run(rest, host);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    host.err.write(`error: ${error.message}\n`);
    return EXIT.misused;
  }
}
