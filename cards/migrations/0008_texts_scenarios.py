
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0007_texts_glossary"),
    ]

    operations = [
        migrations.CreateModel(
            name='Scenario',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, max_length=200)),
                ('text', models.TextField()),
                ('revision', models.PositiveIntegerField(default=1)),
                ('saved_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('outcomes', models.JSONField(null=True)),
                ('ran_on', models.CharField(max_length=64, null=True)),
                ('ran_engine', models.CharField(blank=True, max_length=64)),
                ('ran_revision', models.PositiveIntegerField(null=True)),
                ('ran_at', models.DateTimeField(null=True)),
                ('removed_at', models.DateTimeField(null=True)),
                ('card', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scenarios', to='cards.card')),
                ('pack', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scenarios', to='cards.pack')),
                ('saved_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='ScenarioRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('saved_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('scenario', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='cards.scenario')),
            ],
            options={
                'ordering': ('-revision',),
            },
        ),
        migrations.AddIndex(
            model_name='scenario',
            index=models.Index(condition=models.Q(('removed_at__isnull', True)), fields=['card', 'number'], name='scenario_of_card'),
        ),
        migrations.AddConstraint(
            model_name='scenario',
            constraint=models.UniqueConstraint(fields=('pack', 'number'), name='scenario_number_once'),
        ),
        migrations.AddConstraint(
            model_name='scenario',
            constraint=models.CheckConstraint(condition=models.Q(('ran_on__isnull', True), ('ran_on__regex', '^[0-9a-f]{64}$'), _connector='OR'), name='scenario_ran_on_shape'),
        ),
        migrations.AddConstraint(
            model_name='scenariorevision',
            constraint=models.UniqueConstraint(fields=('scenario', 'revision'), name='scenario_revision_once'),
        ),
    ]
