// Keeps the session that an answer gives to an actor. In a block, because all scripts of a request share one scope.
{
  const { DATA } = pm.response.json();
  const actor = pm.variables.get('session');
  if (actor && DATA?.secret) {
    pm.collectionVariables.set(`${actor}_secret`, DATA.secret);
    if (DATA.pbcKey) pm.collectionVariables.set(`${actor}_pbcKey`, DATA.pbcKey);
  }
}
