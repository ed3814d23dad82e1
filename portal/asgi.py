"""What gunicorn serves: the portal's application in threads, behind an event loop."""

from portal import environment
from portal.bridge import Bridge
from portal.wsgi import application as portal

application = Bridge(portal, threads=environment.integer("WEB_THREADS", 8))
