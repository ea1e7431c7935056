// Where we are: the path below the base of the server, and what stands behind the `#`, which is sent to nobody.

import { base } from './net/api';

export type Route =
  | { name: 'home' | 'new' | 'settings' | 'learn' }
  | { name: 'table'; table: string; token?: string }
  | { name: 'replay'; table: string; hash: string };

function read(): Route {
  const path = location.pathname.slice(base().pathname.length).replace(/\/$/, '');
  const [first, second] = path.split('/');
  const secret = location.hash.slice(1);
  if (first === 't' && second)
    return secret ? { name: 'table', table: second, token: secret } : { name: 'table', table: second };
  if (first === 'replay' && second) return { name: 'replay', table: second, hash: location.hash };
  if (first === 'new' || first === 'settings' || first === 'learn') return { name: first };
  return { name: 'home' };
}

export const here = $state<{ route: Route }>({ route: read() });

export function go(path: string): void {
  history.pushState(null, '', new URL(path, base()));
  here.route = read();
  scrollTo(0, 0);
}

addEventListener('popstate', () => (here.route = read()));
addEventListener('hashchange', () => (here.route = read()));
