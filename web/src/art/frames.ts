// What the signs, cards and tokens of modules have in common. A field or a card has the colour of what uses it, the paper of a
// card its fill.

import { symbol } from './draw';

export const weave =
  '<pattern id="g-frame" width="20" height="20" patternUnits="userSpaceOnUse">' +
  '<path d="M10,0.6L12.75,3.36L16.65,3.35L16.64,7.25L19.4,10L16.64,12.75L16.65,16.65L12.75,16.64L10,19.4' +
  'L7.25,16.64L3.35,16.65L3.36,12.75L0.6,10L3.36,7.25L3.35,3.35L7.25,3.36Z" fill="none" stroke="#FBE6A2" ' +
  'stroke-width="1" opacity=".34"/><path d="M10,6L14,10L10,14L6,10Z" fill="#FBE6A2" opacity=".2"/></pattern>' +
  '<clipPath id="f-half"><path d="M0,0H58L50,12L58,25L50,38L58,50L50,62L58,75L50,88L58,100H0Z"/></clipPath>';

export const frames =
  symbol(
    'f-round',
    '<path d="M50,1.5A48.5,48.5 0 1 1 49.9,1.5Z" fill="url(#gold)"/>' +
      '<path d="M50,1.5A48.5,48.5 0 1 1 49.9,1.5Z" fill="none" stroke="#4A2E08" stroke-width="2"/>' +
      '<path d="M50,6A44,44 0 1 1 49.9,6Z" fill="currentColor"/>' +
      '<path d="M50,6A44,44 0 1 1 49.9,6Z" fill="url(#face)"/>',
  ) +
  symbol(
    'f-eight',
    '<path d="M70.05,1.6L98.41,30L98.41,70.1L70.05,98.4L29.95,98.4L1.59,70.1L1.59,30L29.95,1.6Z" ' +
      'fill="url(#gold)"/><path d="M70.05,1.6L98.41,30L98.41,70.1L70.05,98.4L29.95,98.4L1.59,70.1L1.59,30L29.95,1.6' +
      'Z" fill="none" stroke="#4A2E08" stroke-width="2"/><path d="M68.14,6.2L93.79,31.9L93.79,68.1L68.14,93.8' +
      'L31.86,93.8L6.21,68.1L6.21,31.9L31.86,6.2Z" fill="currentColor"/>' +
      '<path d="M68.14,6.2L93.79,31.9L93.79,68.1L68.14,93.8L31.86,93.8L6.21,68.1L6.21,31.9L31.86,6.2Z" ' +
      'fill="url(#face)"/>',
  ) +
  symbol(
    'f-lobed',
    '<path d="M35.36,14.6A14.64,14.6 0 0 1 64.6,14.6A14.64,14.6 0 0 1 85.4,35.4A14.64,14.6 0 0 1 85.4,64.6' +
      'A14.64,14.6 0 0 1 64.6,85.4A14.64,14.6 0 0 1 35.4,85.4A14.64,14.6 0 0 1 14.6,64.6A14.64,14.6 0 0 1 14.6,35.4' +
      'A14.64,14.6 0 0 1 35.4,14.6Z" fill="url(#gold)"/><path d="M35.36,14.6A14.64,14.6 0 0 1 64.6,14.6A14.64,14.6 0 ' +
      '0 1 85.4,35.4A14.64,14.6 0 0 1 85.4,64.6A14.64,14.6 0 0 1 64.6,85.4A14.64,14.6 0 0 1 35.4,85.4A14.64,14.6 0 0 ' +
      '1 14.6,64.6A14.64,14.6 0 0 1 14.6,35.4A14.64,14.6 0 0 1 35.4,14.6Z" fill="none" stroke="#4A2E08" ' +
      'stroke-width="2"/><path d="M36.82,18.2A13.18,13.2 0 0 1 63.2,18.2A13.18,13.2 0 0 1 81.8,36.8A13.18,13.2 0 0 1 ' +
      '81.8,63.2A13.18,13.2 0 0 1 63.2,81.8A13.18,13.2 0 0 1 36.8,81.8A13.18,13.2 0 0 1 18.2,63.2A13.18,13.2 0 0 1 ' +
      '18.2,36.8A13.18,13.2 0 0 1 36.8,18.2Z" fill="currentColor"/>' +
      '<path d="M36.82,18.2A13.18,13.2 0 0 1 63.2,18.2A13.18,13.2 0 0 1 81.8,36.8A13.18,13.2 0 0 1 81.8,63.2' +
      'A13.18,13.2 0 0 1 63.2,81.8A13.18,13.2 0 0 1 36.8,81.8A13.18,13.2 0 0 1 18.2,63.2A13.18,13.2 0 0 1 18.2,36.8' +
      'A13.18,13.2 0 0 1 36.8,18.2Z" fill="url(#face)"/>',
  ) +
  symbol(
    'f-disc',
    '<circle cx="53" cy="54" r="44" fill="#1B0F2E" opacity=".28"/>' +
      '<circle cx="50" cy="50" r="45" fill="url(#gold)"/><circle cx="50" cy="50" r="39.5" fill="currentColor"/>' +
      '<circle cx="50" cy="50" r="39.5" fill="url(#face)"/><circle cx="50" cy="50" r="45" fill="none" stroke="#5A3A0' +
      'A" stroke-width="1.8"/><path d="M50,13A37,37 0 1 1 49.9,13" fill="none" stroke="#FBE6A2" stroke-width="1" ' +
      'stroke-dasharray="2 3" opacity=".7"/>',
  ) +
  symbol(
    'f-card',
    '<rect x="0" y="0" width="100" height="140" fill="currentColor" rx="9"/>' +
      '<rect x="0" y="0" width="100" height="140" fill="url(#g-frame)" rx="9"/>' +
      '<rect x="3" y="3" width="94" height="134" fill="none" rx="6.5" stroke="#FBE6A2" stroke-width="1.4"/>' +
      '<rect x="0.6" y="0.6" width="98.8" height="138.8" fill="none" rx="8.6" stroke="#1B0F2E" stroke-width="1.4" ' +
      'opacity=".6"/><path d="M14,128V54Q14,24 50,12Q86,24 86,54V128Z" fill="#1B0F2E" opacity=".3" ' +
      'transform="translate(1.6 2)"/><path d="M14,128V54Q14,24 50,12Q86,24 86,54V128Z"/>' +
      '<path d="M14,128V54Q14,24 50,12Q86,24 86,54V128Z" fill="none" stroke="#C99A3C" stroke-width="1.8"/>',
    '0 0 100 140',
  ) +
  symbol(
    'f-scroll',
    '<path d="M10,12H90V90H10Z" fill="#1B0F2E" opacity=".28" transform="translate(3 4)"/>' +
      '<path d="M12,8H88V92H12Z" fill="#FCF3DC" stroke="#B98A4A" stroke-width="1.4"/>' +
      '<path d="M6,4H94V14Q94,17 90,17H10Q6,17 6,14Z" fill="#EBD3A0" stroke="#8A5A2E" stroke-width="1.4"/>' +
      '<path d="M6,96H94V86Q94,83 90,83H10Q6,83 6,86Z" fill="#D9B872" stroke="#8A5A2E" stroke-width="1.4"/>' +
      '<rect x="6" y="4" width="88" height="4" fill="#fff" opacity=".6"/>' +
      '<circle cx="50" cy="90" r="8" fill="#B3211C" stroke="#6E0F14" stroke-width="1.4"/>' +
      '<path d="M50,85L51.29,88.2L54.76,88.5L52.09,90.7L52.94,94.1L50,92.2L47.06,94.1L47.91,90.7L45.24,88.5' +
      'L48.71,88.2Z" fill="#FBD9C8"/>',
  );
