/** Colours of the page: light or dark as the reader's system. */
/* global document, getComputedStyle, matchMedia */

import { dashesOf } from '../trace-dashes.ts';

const colours = {
  light: ['#2563eb', '#d9480f', '#0d9488', '#9333ea', '#b45309', '#be185d', '#4d7c0f', '#475569'],
  dark: ['#60a5fa', '#fb923c', '#2dd4bf', '#c084fc', '#facc15', '#f472b6', '#a3e635', '#cbd5e1'],
};

export const theme = matchMedia('(prefers-color-scheme: dark)');

/** The colour of trace k; colours are used in turn. */
export function palette(k) {
  const list = theme.matches ? colours.dark : colours.light;
  return list[k % list.length];
}

/** Trace k as a background: a line of its colour with its dashes. */
export function swatch(k) {
  let at = 0;
  const stops = dashesOf(k).map((length, i) => {
    const from = at;
    at += length;
    return `${i % 2 === 0 ? palette(k) : 'transparent'} ${from}px ${at}px`;
  });
  return stops.length === 0 ? palette(k) : `repeating-linear-gradient(90deg, ${stops.join(', ')})`;
}

export const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function element(parent, tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  parent.append(made);
  return made;
}

/** A button that is pressed or not; `act` is told which. */
export function toggle(parent, className, text, isPressed, act) {
  const button = element(parent, 'button', className, text);
  button.type = 'button';
  button.setAttribute('aria-pressed', String(isPressed));
  button.addEventListener('click', () => {
    const pressed = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(pressed));
    act(pressed);
  });
  return button;
}
