/** Dark, light, or as the system has it. */
export type Theme = 'dark' | 'light';

const KEY = 'binnacle-console-theme';

/** Returns the theme that is shown. */
export function currentTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  if (kept === 'dark' || kept === 'light') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows a theme; the choice, and nothing else, is kept in this browser. */
export function showTheme(theme: Theme, keeps: boolean): void {
  document.documentElement.dataset.theme = theme;
  if (keeps) localStorage.setItem(KEY, theme);
}
