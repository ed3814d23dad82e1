
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0006_art_draft"),
    ]

    operations = [
        migrations.CreateModel(
            name='GlossaryTerm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('en', models.CharField(max_length=80)),
                ('zh', models.CharField(max_length=80)),
                ('also_en', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None)),
                ('also_zh', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None)),
                ('avoid_en', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None)),
                ('avoid_zh', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None)),
                ('note', models.CharField(blank=True, max_length=500)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('edited_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': (django.db.models.functions.text.Lower('en'), 'pk'),
            },
        ),
        migrations.AddField(
            model_name='cardversion',
            name='bases',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='draft',
            name='bases',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='draft',
            name='text_states',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), default=list, size=None),
        ),
        migrations.AddField(
            model_name='pack',
            name='text_states_by',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='draftrevision',
            name='bases',
            field=models.JSONField(default=dict),
        ),
        migrations.AddIndex(
            model_name='draft',
            index=django.contrib.postgres.indexes.GinIndex(fields=['text_states'], name='draft_text_states'),
        ),
        migrations.AddField(
            model_name='glossaryterm',
            name='edited_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='glossaryterm',
            name='pack',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='glossary', to='cards.pack'),
        ),
        migrations.AddConstraint(
            model_name='glossaryterm',
            constraint=models.UniqueConstraint(models.F('pack'), django.db.models.functions.text.Lower('en'), name='glossary_term_once_in_pack'),
        ),
        migrations.AddConstraint(
            model_name='glossaryterm',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('en', ''), _negated=True), models.Q(('zh', ''), _negated=True)), name='glossary_term_in_both'),
        ),
    ]
