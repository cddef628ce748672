import { checkReviews } from './authz/check-reviews.js';
import { runLab } from './authz/lab.js';
import { exportKinds } from './crd/export.js';
import { CommandError, EXIT, type Output } from './output.js';

type Command = (words: readonly string[], output: Output) => Promise<number>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['authz check', checkReviews],
  ['authz lab', runLab],
  ['crd export', exportKinds],
]);

const USAGE = `Commands:
  binnacle authz check --config FILE --reviews FILE [--objects FILE] [--policy-file FILE] [--json]
      What the authorizers of an AuthorizationConfiguration say about SubjectAccessReviews, without serving.
  binnacle authz lab [--port N] [--rules FILE] [--kubeconfig FILE]
      A webhook that shows each review it is sent, and answers by rules.
  binnacle crd export --plugins FILE[,FILE] [--kind PLURAL.GROUP]
      The CustomResourceDefinitions that the kinds of plugins would be, as JSON.
`;

/** Runs a command and answers its exit code. */
export async function runCommand(command: string, words: readonly string[], output: Output): Promise<number> {
  const [second = '', ...rest] = words;
  const run = COMMANDS.get(`${command} ${second}`);
  if (run === undefined) {
    output.err.write(USAGE);
    return EXIT.misused;
  }
  try {
    return await run(rest, output);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    output.err.write(`error: ${error.message}\n`);
    return EXIT.misused;
  }
}
