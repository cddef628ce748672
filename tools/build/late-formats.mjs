import { readFile } from 'node:fs/promises';

const FORMATTER = /const dateTimeFormatter = (new Intl\.DateTimeFormat\([\s\S]*?\));/;

/**
 * Nest's loggers make a formatter of dates each when they are loaded, for which V8 reads its tables of calendars: 15 ms. The server
 * has its own logger, so a formatter is made when it is first used.
 */
export const lateFormats = {
  name: 'late-formats',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]@nestjs[\\/]common[\\/]services[\\/](console-)?logger\.service\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!FORMATTER.test(text)) throw new Error(`${path} makes no formatter of dates any more`);
        const contents = text.replace(FORMATTER, 'const dateTimeFormatter = { format: (time) => $1.format(time) };');
        return { contents, loader: 'js' };
      },
    );
  },
};
