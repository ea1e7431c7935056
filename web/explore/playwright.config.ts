import base from '../playwright.config';
export default { testDir: '.', retries: 0, timeout: 240000, workers: 2, fullyParallel: true, outputDir: '/tmp/wg/results', reporter: [['list']], use: base.use };
