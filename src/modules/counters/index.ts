export { counterStore, mayFollow, mayStandAt } from './store.ts';
